apiscribeSearch("6",{"60":[[0,1,"retries-and-timeouts"]]});

apiscribeSearch("6",{"60":[[304,1,"retries-and-timeouts"]]});

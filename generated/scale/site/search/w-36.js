apiscribeSearch("6",{"60":[[1840,1,"retries-and-timeouts"]]});

apiscribeSearch("2",{"2":[[1840,1,"retries-and-timeouts"]]});

apiscribeSearch("2",{"2":[[0,1,"retries-and-timeouts"]]});

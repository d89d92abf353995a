apiscribeSearch("2",{"2":[[304,1,"retries-and-timeouts"]]});

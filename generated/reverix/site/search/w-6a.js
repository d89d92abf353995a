apiscribeSearch("j",{"jitter":[[0,1,"retries-and-timeouts"]],"json":[[0,1,"streaming"]]});

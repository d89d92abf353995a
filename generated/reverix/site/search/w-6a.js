apiscribeSearch("j",{"jitter":[[304,1,"retries-and-timeouts"]],"json":[[304,1,"streaming"]]});

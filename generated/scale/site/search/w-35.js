apiscribeSearch("5",{"5":[[0,1,"retries-and-timeouts"]],"500":[[1,1]]});

apiscribeSearch("5",{"5":[[1840,1,"retries-and-timeouts"]],"500":[[1920,1]]});

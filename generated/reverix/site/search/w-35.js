apiscribeSearch("5",{"5":[[304,1,"retries-and-timeouts"]]});

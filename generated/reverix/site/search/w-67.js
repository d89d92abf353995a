apiscribeSearch("g",{"give":[[304,1,"quickstart"]],"given":[[304,1]],"growing":[[304,1,"retries-and-timeouts"]]});

apiscribeSearch("g",{"give":[[0,1,"quickstart"]],"given":[[0,1]],"growing":[[0,1,"retries-and-timeouts"]]});

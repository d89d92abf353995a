apiscribeSearch("q",{"quickstart":[[1840,12,"quickstart"]]});

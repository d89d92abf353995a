apiscribeSearch("q",{"quickstart":[[0,12,"quickstart"]]});

apiscribeSearch("q",{"quickstart":[[304,12,"quickstart"]]});

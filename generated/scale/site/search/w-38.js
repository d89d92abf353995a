apiscribeSearch("8",{"8":[[1393,1,"model.bytes"]]});

apiscribeSearch("8",{"8":[[8,1,"model.bytes"]]});

apiscribeSearch("1",{"1970":[[3,1,"returns.200.created"],[4,1,"model.created"],[5,1,"model.created"]]});

apiscribeSearch("1",{"1970":[[482,1,"returns.200.created"],[373,1,"model.created"],[242,1,"model.created"]]});

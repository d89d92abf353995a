apiscribeSearch("k",{"kind":[[0,1,"errors"],[3,1,"returns.200.object"],[4,1,"model.object"],[5,1,"model.object"]],"ks":[[0,1,"environment-variables"]]});

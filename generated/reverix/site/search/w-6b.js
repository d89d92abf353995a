apiscribeSearch("k",{"kind":[[304,1,"errors"],[482,1,"returns.200.object"],[373,1,"model.object"],[242,1,"model.object"]],"ks":[[304,1,"environment-variables"]]});

apiscribeSearch("4",{"429":[[1920,1]],"4o":[[482,1,"body.model"],[1879,1,"model.model_name"],[907,1,"model.model"]]});

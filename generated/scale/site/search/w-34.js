apiscribeSearch("4",{"429":[[1,1]],"4o":[[5,1,"body.model"],[11,1,"model.model_name"],[20,1,"model.model"]]});

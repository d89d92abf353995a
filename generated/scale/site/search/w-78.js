apiscribeSearch("x",{"x":[[5,12,"header.x-openai-api-key"]],"xai":[[4,8,"query.model_vendor"],[10,8,"model.values"],[11,8,"model.model_vendor"]]});

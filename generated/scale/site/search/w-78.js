apiscribeSearch("x",{"x":[[482,12,"header.x-openai-api-key"]],"xai":[[1974,8,"query.model_vendor"],[416,8,"model.values"],[1879,8,"model.model_vendor"]]});

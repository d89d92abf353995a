apiscribeSearch("z",{"zero":[[482,1,"body.frequency_penalty"],[907,1,"model.frequency_penalty"]],"zoo":[[1974,8,"query.model_vendor"],[416,8,"model.values"],[1879,8,"model.model_vendor"]]});

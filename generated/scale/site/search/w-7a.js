apiscribeSearch("z",{"zero":[[5,1,"body.frequency_penalty"],[20,1,"model.frequency_penalty"]],"zoo":[[4,8,"query.model_vendor"],[10,8,"model.values"],[11,8,"model.model_vendor"]]});

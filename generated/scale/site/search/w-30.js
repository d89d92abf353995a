apiscribeSearch("0",{"0":[[5,1,"returns.200.choices.index"],[6,1,"model.choices.index"]]});

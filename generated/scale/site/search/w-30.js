apiscribeSearch("0",{"0":[[482,1,"returns.200.choices.index"],[373,1,"model.choices.index"]]});

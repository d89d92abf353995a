apiscribeSearch("n",{"names":[[0,1]],"new":[[3,1,"returns.200.choices-2"],[5,1,"model.choices"]],"none":[[0,1]]});

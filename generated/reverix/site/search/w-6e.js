apiscribeSearch("n",{"names":[[304,1]],"new":[[482,1,"returns.200.choices-2"],[242,1,"model.choices"]],"none":[[304,1]]});

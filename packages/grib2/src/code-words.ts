/** Words of the code tables that make up the identity of a field. */

/** Table 4.3. */
export const processWords: Record<number, string> = {
  0: 'analysis',
  1: 'initialisation',
  2: 'forecast',
  3: 'bias-corrected forecast',
  4: 'ensemble forecast',
  5: 'probability forecast',
  6: 'forecast error',
  7: 'analysis error',
  8: 'observation',
  9: 'climatology',
  10: 'probability-weighted forecast',
  11: 'bias-corrected ensemble forecast',
  12: 'post-processed analysis',
  13: 'post-processed forecast',
  14: 'nowcast',
  15: 'hindcast',
  16: 'physical retrieval',
  17: 'regression analysis',
  18: 'difference of two forecasts',
  19: 'first guess',
  20: 'analysis increment',
  21: 'initialisation increment',
  22: 'blended forecast',
  23: 'anomaly',
};

/** Local numbers of NCEP in table 4.3. */
export const processWordsOfNcep: Record<number, string> = {
  192: 'forecast confidence indicator',
  193: 'probability-matched mean',
  194: 'neighbourhood probability',
  195: 'bias-corrected and downscaled ensemble forecast',
  196: 'perturbed analysis',
  197: 'ensemble agreement scale probability',
  198: 'post-processed expert-weighted forecast',
  199: 'ensemble forecast by counting',
  200: 'local probability-matched mean',
};

/** Table 4.10. */
export const statisticWords: Record<number, string> = {
  0: 'mean',
  1: 'sum',
  2: 'maximum',
  3: 'minimum',
  4: 'difference',
  5: 'root mean square',
  6: 'standard deviation',
  7: 'covariance',
  8: 'difference (start minus end)',
  9: 'ratio',
  10: 'standardised anomaly',
  11: 'summation',
  12: 'return period',
  13: 'median',
  100: 'severity',
  101: 'mode',
  102: 'index',
};

/** Table 4.6. */
export const memberWords: Record<number, string> = {
  0: 'control, high resolution',
  1: 'control, low resolution',
  2: 'negatively perturbed',
  3: 'positively perturbed',
  4: 'of several models',
  192: 'perturbed',
};

/** Table 4.7. */
export const derivedWords: Record<number, string> = {
  0: 'ensemble mean',
  1: 'weighted ensemble mean',
  2: 'standard deviation of the cluster',
  3: 'normalised standard deviation of the cluster',
  4: 'ensemble spread',
  5: 'large anomaly index',
  6: 'cluster mean',
  7: 'interquartile range',
  8: 'ensemble minimum',
  9: 'ensemble maximum',
  10: 'ensemble variance',
};

/** Local numbers of NCEP in table 4.7. */
export const derivedWordsOfNcep: Record<number, string> = {
  192: 'ensemble mode',
  193: 'percentile 10',
  194: 'percentile 50',
  195: 'percentile 90',
  196: 'statistical weight',
  197: 'climate percentile',
  198: 'deviation of the ensemble mean from climatology',
  199: 'extreme forecast index',
  200: 'equally weighted ensemble mean',
  201: 'percentile 5',
  202: 'percentile 25',
  203: 'percentile 75',
  204: 'percentile 95',
};

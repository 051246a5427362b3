/** SQL: what the delivery `d` is about: an alert `a`, or an echo that is expected. */
export const subjectSql = 'webhook_deliveries d left join alerts a on a.id = d.alert_id';

/** SQL: when it is over. */
export const expiresSql = 'coalesce(a.expires, d.expires)';

/** SQL: whether it is still to be told. */
export const isCurrentSql = `coalesce(a.status, 'active') = 'active' and ${expiresSql} > :now`;

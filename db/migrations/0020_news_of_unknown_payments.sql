-- News of a payment that is in no book used to be closed without a look at the gateway. Today the gateway is asked, and
-- money that it knows of is named by the audit; so these are looked at as well.
update gateway_events set processed_at = null, work_at = now(), attempts = 0, error = null
where error = 'unknown reference';

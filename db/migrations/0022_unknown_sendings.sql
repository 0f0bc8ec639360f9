-- A provider's own list is matched to sendings of which nobody knows whether they were taken: few among all there are.
create index order_attempts_unknown on order_attempts (provider_id, started_at) where state = 'unknown';

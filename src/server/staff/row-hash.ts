/**
 * What a row's hash is taken over: the hash before, and every column of its own as one JSON array, which PostgreSQL
 * writes in one way only. Times count as milliseconds, since their text depends on the session.
 */
export const rowHash = `sha256(previous_hash || convert_to(jsonb_build_array(number, actor_id, action, subject,
  subject_id, before, after, reason, address, round(extract(epoch from created_at) * 1000)::bigint)::text, 'UTF8'))`

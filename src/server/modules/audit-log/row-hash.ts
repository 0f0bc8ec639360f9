/**
 * What a row's hash is taken over: the hash before, and every column of its own as one JSON array, which PostgreSQL
 * writes in one way only. Times count as milliseconds, since their text depends on the session. What is a person's own
 * stands in it by its salted hash (`personalHash`), so that it can be forgotten; rows without any have no place for it.
 */
export const rowHash = `sha256(previous_hash || convert_to((jsonb_build_array(number, actor_id, action, subject,
  subject_id, before, after, reason, address, round(extract(epoch from created_at) * 1000)::bigint)
  || case when personal_hash is null then '[]' else jsonb_build_array(encode(personal_hash, 'hex')) end)::text, 'UTF8'))`

/** The salt keeps a name from being guessed by what its hash would be. */
export const personalHash = `sha256(personal_salt || convert_to(personal::text, 'UTF8'))`

/** Copies the operator's own data unchanged. `write` gets all rows as one JSON array, and writes as many. */
export type Part = { read: string; write: string }

export const parts: Readonly<Record<string, Part>> = {
  // Gateway accounts must be entered again: the existing ones are the sandbox's. The demo's bank account is not copied.
  settings: {
    read: `select section, case when section = 'gateways' then (
             select jsonb_object_agg(gateway, (
               select jsonb_object_agg(name, case when jsonb_typeof(field) = 'string' then 'null' else field end)
               from jsonb_each(account) as fields (name, field)))
             from jsonb_each(value) as accounts (gateway, account))
           when section = 'payment_methods' then (
             select coalesce(jsonb_agg(method), '[]') from jsonb_array_elements(value) as methods (method)
             where method ->> 'id' not like 'manual-demo-%') else value end as value
           from settings`,
    write: `insert into settings (section, value)
            select section, value from jsonb_to_recordset($1::jsonb) as row (section text, value jsonb)`,
  },
  'logo and favicon': {
    read: `select kind, hash, width, height, encode(bytes, 'base64') as bytes from brand_pictures`,
    write: `insert into brand_pictures (kind, hash, width, height, bytes)
            select kind, hash, width, height, decode(bytes, 'base64')
            from jsonb_to_recordset($1::jsonb) as row (kind text, hash text, width int, height int, bytes text)`,
  },
  'legal texts': {
    read: 'select number, page, texts, published_at from legal_texts',
    write: `insert into legal_texts (number, page, texts, published_at)
            select number, page, texts, published_at
            from jsonb_to_recordset($1::jsonb) as row (number int, page text, texts jsonb, published_at timestamptz)`,
  },
  'canned replies': {
    read: 'select language, title, content from canned_replies',
    write: `insert into canned_replies (language, title, content)
            select language, title, content from jsonb_to_recordset($1::jsonb) as row (language text, title text, content text)`,
  },
  translations: {
    read: `select encode(hash, 'base64') as hash, original, translated from translations`,
    write: `insert into translations (hash, original, translated)
            select decode(hash, 'base64'), original, translated
            from jsonb_to_recordset($1::jsonb) as row (hash text, original text, translated text)`,
  },
  categories: {
    // Categories with only sandbox services would be empty.
    read: `select platform, name, position from categories
           where exists (select from services where category_id = categories.id and by_hand and deleted_at is null)
             or not exists (select from services join supplies on service_id = services.id join providers on providers.id = provider_id
               where category_id = categories.id and is_sandbox)
           order by id`,
    write: `insert into categories (platform, name, position)
            select platform, name, position from jsonb_to_recordset($1::jsonb) as row (platform text, name text, position int)`,
  },
  // Also if they have a supply here: they can be delivered by hand without it.
  'services by hand': {
    read: `select services.*, categories.name as category, categories.platform as category_platform
           from services join categories on categories.id = category_id
           where by_hand and deleted_at is null order by services.id`,
    write: `insert into services (category_id, platform, name, name_original, description, type, rate, min, max, refill, cancel,
              dripfeed, average_time, is_active, position, by_hand)
            select categories.id, row.platform, row.name, name_original, description, type, rate, min, max, refill, cancel,
              dripfeed, average_time, is_active, row.position, true
            from jsonb_to_recordset($1::jsonb) as row (id int, category text, category_platform text, platform text, name text,
              name_original text, description text, type text, rate bigint, min int, max int, refill boolean, cancel boolean,
              dripfeed boolean, average_time text, is_active boolean, position int)
            join categories on categories.name = row.category and categories.platform = row.category_platform order by row.id`,
  },
}

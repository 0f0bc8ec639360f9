import { makeClient } from '#server/lib/postgres/pool.ts'

import { superuser } from './place-cluster.ts'

/** By which the product works on its own database; what it may do there is said in db/grants.sql. */
const productRole = 'tally_product'

/**
 * Makes the role on a server at its owner's `url`, one of an earlier version too, and answers the role's own address.
 * It has no password: who may come to the server's socket is said at each start (make-address.ts).
 */
export async function makeProductRole(url: string): Promise<string> {
  const client = makeClient(url, 'tally-and-reach roles')
  await client.connect()
  try {
    await client.query(`do $$
      begin
        if not exists (select from pg_roles where rolname = '${productRole}') then
          create role ${productRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
        end if;
      end
      $$`)
  } finally {
    await client.end()
  }
  return url.replace(`//${superuser}@`, `//${productRole}@`)
}

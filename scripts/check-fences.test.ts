import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { checkFences } from './check-fences.ts'
import { layers } from './fences/layers.ts'

test.for([
  ['src/server/modules/orders/place-order.ts', "import { x } from '../wallet/x.ts'", /use '#/],
  [
    'src/server/modules/orders/place-order.ts',
    "import { x } from '#server/modules/orders/x.ts'",
    /use '\.\/'/,
  ],
  ['src/contract/orders/orders.ts', "import { x } from '#server/app.ts'", /zod only/],
  ['src/contract/orders/orders.ts', "import pg from 'pg'", /zod only/],
  ['src/web/shop/new-order/new-order-page.tsx', "import { x } from '#server/app.ts'", /contract only/],
  ['src/server/app.ts', "import { x } from '#web/platform/api/call.ts'", /does not import the web/],
  ['torture/run/a.ts', "import { x } from '#server/lib/postgres/pool.ts'", /from the outside/],
  ['src/client/a.ts', "import { x } from './b.ts'", /copied as one file/],
  [
    'src/server/modules/payments/a.ts',
    "import { x } from '#server/integrations/gateways/cryptomus/sign.ts'",
    /'cryptomus' is named in/,
  ],
  ['src/web/shop/add-funds/a.tsx', '<p>via Cryptomus</p>', /'cryptomus' is named in/],
  ['db/migrations/0099_a.sql', "check (gateway = 'cryptomus')", /line 1: 'cryptomus' is named in/],
  ['src/server/integrations/gateways/acme/a.ts', "id === 'payeer'", /'payeer' is named in/],
  ['src/web/ui/page/button.tsx', "import { x } from '#web/parts/orders/x.ts'", /ui knows no module/],
  ['src/web/shop/orders/row.tsx', "import { Link, useLocation } from 'react-router'", /links are those of/],
  ['src/web/platform/api/call.ts', "import { x } from '#web/shop/orders/x.ts'", /platform knows no page/],
  ['src/web/parts/orders/a.ts', "import { x } from '#web/admin/orders/x.ts'", /parts knows no audience/],
  [
    'src/web/shop/orders/a.tsx',
    "import { x } from '#web/admin/orders/x.ts'",
    /shop and admin are for others/,
  ],
  ['src/web/shop/orders/a.tsx', "const x = () => import('#web/admin/orders/x.ts')", /are for others/],
  [
    'src/web/site/faq/a.tsx',
    "import type { X } from '#web/shop/orders/x.ts'",
    /site and shop are for others/,
  ],
  ['src/web/admin/users/a.tsx', "import { x } from '#web/testing/x.ts'", /admin does not import testing/],
  [
    'src/server/modules/ledger/credit.ts',
    "import { x } from '#server/modules/users/x.ts'",
    /ledger is below users/,
  ],
  [
    'src/server/modules/catalogue/list.ts',
    "import {\n  x,\n} from '#server/modules/orders/x.ts'",
    /is below orders/,
  ],
  [
    'src/server/modules/orders/a.ts',
    "import { x } from '#server/modules/ledger/statement-queries.ts'",
    /private to src\/server\/modules\/ledger/,
  ],
  [
    'src/server/modules/orders/a.ts',
    "import { x } from '#server/modules/support/archive-queries.ts'",
    /private to src\/server\/modules\/support/,
  ],
  [
    'src/server/app.ts',
    "import { x } from '#server/modules/ledger/statement-queries.ts'",
    /private to src\/server\/modules\/ledger/,
  ],
  [
    'src/server/main.ts',
    "import { x } from './modules/ledger/ledger-routes.ts'",
    /private to src\/server\/modules\/ledger/,
  ],
  [
    'src/server/worker.ts',
    "import { x } from '#server/modules/site/live/live-routes.ts'",
    /private to src\/server\/modules\/site/,
  ],
  [
    'src/server/modules/site/live/a.ts',
    "import { x } from '#server/modules/ledger/pay-statement.ts'",
    /private to src\/server\/modules\/ledger/,
  ],
  [
    'src/web/shop/support/a.tsx',
    "import { x } from '#web/shop/orders/order/order-page.tsx'",
    /private to src\/web\/shop\/orders/,
  ],
  [
    'src/server/modules/orders/a.ts',
    "import { x } from '#server/modules/operations/demo/fill-demo.ts'",
    /orders is below operations/,
  ],
  [
    'src/server/modules/audit-log/a.ts',
    "import { x } from '#server/modules/users/get-user.ts'",
    /audit-log is below users/,
  ],
  [
    'src/server/lib/http/a.ts',
    "import { x } from '#server/modules/users/auth/log-in.ts'",
    /lib knows no module/,
  ],
  ['src/server/parcels/a.ts', '', /the server has boot, lib/],
  ['src/server/modules/parcels/a.ts', '', /parcels has no layer/],
  ['src/contract/parcels/a.ts', '', /parcels has no layer/],
  ['src/contract/ledger/a.ts', "import { x } from '#contract/orders/x.ts'", /ledger is below orders/],
  ['src/contract/base/a.ts', "import { x } from '#contract/orders/x.ts'", /base knows no module/],
  ['src/server/lib/http/a.ts', "import { x } from '#server/integrations/x.ts'", /lib is below integrations/],
  [
    'src/server/modules/orders/a.ts',
    "import { x } from '#server/integrations/panels/read-json.ts'",
    /known in integrations\/panels only/,
  ],
  ['src/server/modules/orders/orders-routes.ts', '', /not listed in src\/server\/app\.ts/],
  ['src/server/modules/orders/orders-jobs.ts', '', /not listed in src\/server\/worker\.ts/],
  ['src/server/modules/orders/a.ts', "startLoop({ ctx, name: 'x' })", /loops are started in/],
  ['src/server/modules/orders/orders-routes.ts', "app.get('/api/orders', list)", /routes are mounted/],
  ['src/server/modules/users/a.ts', 'await ctx.db.transaction().execute(f)', /opened by transact/],
  ['src/server/modules/users/a-queries.ts', 'await db.transaction().execute(f)', /opened by transact/],
  ['src/web/a.ts', 'const port = process.env.PORT', /config\.ts only/],
  ['src/server/modules/orders/a.ts', "import type { FastifyRequest } from 'fastify'", /use HTTP/],
  ['src/server/modules/orders/a.ts', "import { request } from 'undici'", /integrations/],
  ['src/server/modules/orders/a.ts', "const answer = await fetch('http://x')", /integrations/],
  ['src/server/modules/orders/a.ts', 'const port = process.env.PORT', /config\.ts only/],
  ['src/server/modules/orders/a.test.ts', 'const word = /\bnot\b/', /a control character/],
  ['src/server/modules/orders/utils.ts', '', /name a file/],
  ['src/web/helpers/x.ts', '', /name a file/],
  ['src/web/site/a.tsx', '<Card className="grid wide:p-0!">', /variant of the part/],
  ['src/web/site/a.tsx', '<TextField inputMode="decimal" />', /readNumber alone/],
  ['src/web/site/a.ts', "Number(text.replace(',', '.'))", /readNumber alone/],
  ['src/web/ui/text/clock.tsx', '', /in the gallery/],
  ['src/web/session.ts', '', /put it in a folder/],
  ['src/web/a.ts', 'x\n'.repeat(401), /401 lines/],
] as const)('refuses in %s: %s', ([path, text, fault]) => {
  expect(checkFences([{ path, text }]).join()).toMatch(fault)
})

test.for([
  "const row = await db.selectFrom('users').execute()",
  "await db\n  .insertInto('users')\n  .values(x)",
  "await tx.updateTable('users').set(x)",
  "await tx.deleteFrom('users')",
  "await tx.mergeInto('users')",
  'await sql`select 1`.execute(db)',
  'const { rows } = await sql<{ id: bigint; at: Date | null }>`select 1`.execute(db)',
  "const now = sql.raw('now()')",
  "await pool.query('select 1')",
  'await client.query<{ id: Array<bigint> }>({ text })',
] as const)('refuses SQL outside of modules and lib: %s', (text) => {
  const placed = (path: string) =>
    checkFences([{ path, text }]).filter((fault) => /SQL is allowed/.test(fault))
  expect(placed('src/server/modules/users/users-routes.ts')).toHaveLength(1)
  expect(placed('src/server/main.ts')).toHaveLength(1)
  expect(placed('src/server/boot/a.ts')).toHaveLength(1)
  expect(placed('src/server/integrations/a.ts')).toHaveLength(1)
  expect(placed('src/server/modules/users/get-user.ts')).toEqual([])
  expect(placed('src/server/modules/users/users-queries.ts')).toEqual([])
  expect(placed('src/server/modules/payments/deposits/pay-statement.ts')).toEqual([])
  expect(placed('src/server/modules/users/users.test.ts')).toEqual([])
  expect(placed('src/server/lib/postgres/migrate.ts')).toEqual([])
  expect(placed('src/server/modules/operations/ledger-check/find-faults.ts')).toEqual([])
})

test('refuses an advisory lock that is not in the table of locks', () => {
  const lock = 'await sql`select pg_advisory_xact_lock(7)`.execute(tx)'
  const path = 'src/server/modules/users/a.ts'
  expect(checkFences([{ path, text: lock }])).toContain(
    `${path}: an advisory lock is taken by takeLock() only`,
  )
  expect(checkFences([{ path, text: "await takeLock(tx, 'categories')" }])).toEqual([])
})

test.for([
  "db.insertInto('accounts').values(x)",
  "db.updateTable('accounts as a').set(x)",
  "db.deleteFrom('accounts')",
  "db.mergeInto('accounts')",
  'sql`insert into accounts (user_id) values (1)`',
  'sql`with a as (update accounts set balance = 1) select`',
  'sql`UPDATE only accounts AS a\n  SET balance = 1`',
  'sql`delete from accounts where true`',
  'sql`merge into accounts using x on true`',
  "rows.copyInto('accounts', { user_id: 1 })",
  "[{ table: 'accounts', key: ['user_id'], since: 'x', keep: '1 day' }]",
] as const)('refuses a second writer of a table: %s', (text) => {
  const own = {
    path: 'src/server/modules/ledger/account.ts',
    text: "db.insertInto('accounts').values(x)",
  }
  const faults = (path: string) => checkFences([own, { path, text }])
  expect(faults('src/server/modules/users/users-queries.ts')).toEqual([
    'src/server/modules/ledger/account.ts, src/server/modules/users/users-queries.ts: accounts is written by one module only',
  ])
  expect(faults('src/server/modules/ledger/more/ledger-queries.ts')).toEqual([])
  expect(faults('src/server/modules/orders/placing/place-orders-statement.ts')).toEqual([])
  expect(faults('src/server/modules/users/users.test.ts')).toEqual([])
})

test('refuses a test with the name of another one in its folder, whose types the compiler would not check', () => {
  const twins = ['src/web/site/frame.test.ts', 'src/web/site/frame.test.tsx', 'src/web/site/map.test.ts']
  expect(checkFences(twins.map((path) => ({ path, text: '' })))).toEqual([
    expect.stringMatching(/^src\/web\/site\/frame\.test\.tsx: needs another name/),
  ])
})

test('refuses to write a table whose name is not in the statement', () => {
  const text = 'db.insertInto(table).values(x)'
  expect(checkFences([{ path: 'src/server/modules/users/users-queries.ts', text }]).join()).toMatch(
    /name the table/,
  )
})

test('reads, locks and conflict clauses of a statement are not writes', () => {
  const wallet = {
    path: 'src/server/modules/ledger/account.ts',
    text: "db.insertInto('accounts').values(x) // never update users set\nsql`select 1 from users for update skip locked`",
  }
  const text = `sql\`insert into users (id) select user_id from accounts for update skip locked
    on conflict (id) do update set id = 1\``
  expect(checkFences([wallet, { path: 'src/server/modules/users/users-queries.ts', text }])).toEqual([])
})

test.for([
  "update transactions set description = ''",
  'delete from only public.transactions where id = 1',
  'TRUNCATE TABLE transactions',
  'with moved as (select 1) update "transactions" as t set id = 2',
  'alter table transactions alter column amount type numeric',
  'alter table transactions\n  drop column actor_id',
  'alter table transactions disable trigger transactions_append_only',
  'drop trigger transactions_append_only on transactions',
  'set session_replication_role = replica',
])('refuses a migration that changes the ledger: %s', (text) => {
  expect(checkFences([{ path: 'db/migrations/0099_x.sql', text }]).join()).toMatch(/no migration/)
})

const rolling = '-- rolling: yes, the version before neither reads nor writes the column\n'

test.for([
  '',
  '-- rolling: yes\n',
  '-- rolling: perhaps, that depends on what else runs\n',
  '-- no transaction: it may run again at any time\n' + rolling,
])('refuses a migration that does not say at its beginning whether it is rolling: %j', (text) => {
  const found = (name: string) =>
    checkFences([{ path: `db/migrations/${name}`, text: `${text}select 1` }]).join()
  expect(found('0099_x.sql')).toMatch(/begins with "-- rolling: yes, "/)
  // The baseline runs on an empty database.
  expect(found('0009_orders.sql')).toBe('')
})

test.for([
  'alter table transactions add column note text',
  'create index transactions_by_note on transactions (note)',
  '-- update transactions would be refused\nselect 1',
  'update orders set flag = null; select from transactions',
])('allows a migration that leaves the rows of the ledger alone: %s', (text) => {
  expect(checkFences([{ path: 'db/migrations/0099_x.sql', text: rolling + text }])).toEqual([])
})

test('the layers match those in ARCHITECTURE.md', () => {
  const text = readFileSync(join(import.meta.dirname, '..', 'ARCHITECTURE.md'), 'utf8')
  const drawn = [...text.matchAll(/^\| \d+ +\| (.*?) +\|/gm)].map(([, names = '']) =>
    [...names.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name),
  )
  expect(drawn).toEqual(layers)
})

test.for([
  ['src/server/lib/a.ts', '/** Until the token is over. */', /line 1: "is over": has ended/],
  ['src/server/lib/a.ts', 'const a = 1\n/*\n * Made anew.\n */', /line 3: "anew": again/],
  ['src/server/lib/a.test.ts', '// Whoever asks again finds it', /"Whoever"/],
  ['src/server/lib/a.test.ts', "test('finds it anew', async () => {", /"anew"/],
  ['ARCHITECTURE.md', 'See `x.ts`.\n\nA person decides.', /line 3/],
  ['docs/decisions/0001-a.md', 'Whoever asks again finds it.', /"Whoever"/],
  ['src/web/site/a.ts', '/** Whoever asks again finds it. */', /"Whoever"/],
  ['src/web/shop/a/texts.en.ts', "texts({\n  expired: 'This link is over',\n})", /line 2: "is over"/],
  ['src/contract/words/en/errors.ts', '  gone: ({ name }) => `${name} was mended`,', /"mended"/],
  ['src/web/shop/a/texts.en.ts', "texts({\n  star: 'Favorites',\n})", /"Favorites": favourite/],
  ['docs/a.md', 'A cancelled order', /"cancelled": canceled/],
] as const)('refuses a foreign phrase in %s: %s', ([path, text, fault]) => {
  expect(checkFences([{ path, text }]).join()).toMatch(fault)
})

test.for([
  ['src/server/lib/a.ts', "const whoever = 'it is over by itself' // it is over 9,000"],
  ['src/server/lib/a.ts', '/** Returns `whoever`. */'],
  ['ARCHITECTURE.md', 'Run `anew`.'],
  ['src/web/shop/a/texts.en.ts', "texts({\n  mend: 'Fix the line',\n})"],
  ['src/web/shop/a/texts.en.ts', "texts({\n  title: 'Support Center',\n})"],
] as const)('does not check identifiers and code: %s', ([path, text]) => {
  expect(checkFences([{ path, text }])).toEqual([])
})

test('refuses a folder of the web app with too many files, its tests aside', () => {
  const files = Array.from({ length: 12 }, (_, number) => ({
    path: `src/web/shop/orders/a-${number}.ts`,
    text: '',
  }))
  const tests = files.map(({ path }) => ({ path: path.replace('.ts', '.test.ts'), text: '' }))
  expect(checkFences([...files, ...tests])).toEqual([])
  const more = [...files, { path: 'src/web/shop/orders/more.ts', text: '' }]
  expect(checkFences(more)).toEqual(['src/web/shop/orders: 13 files; 12 are the most'])
})

test('refuses two modules of one layer that use each other', () => {
  const files = [
    { path: 'src/server/modules/orders/a.ts', text: "import { x } from '#server/modules/support/b.ts'" },
    { path: 'src/server/modules/support/b.ts', text: "import { y } from '#server/modules/orders/a.ts'" },
  ]
  expect(checkFences(files.slice(0, 1))).toEqual([])
  expect(checkFences(files).join()).toMatch(/orders uses support, and .* the other way round/)
})

/** The lists that refer to the files in the cases below. */
const lists = [
  {
    path: 'src/server/app.ts',
    text: "import { x } from '#server/modules/orders/orders-routes.ts'\nimport { x } from './modules/payments/payments-routes.ts'",
  },
  { path: 'src/server/worker.ts', text: "import { x } from '#server/modules/orders/orders-jobs.ts'" },
  { path: 'src/server/modules/orders/orders-routes.ts', text: "import { x } from './admin/admin-routes.ts'" },
]

test.for([
  ['src/server/modules/operations/demo/a.ts', "import { x } from '#server/modules/orders/place-order.ts'"],
  ['src/server/lib/http/a.ts', "import type { Caller } from '#server/modules/users/auth/authenticate.ts'"],
  ['src/server/modules/orders/orders-jobs.ts', "startLoop({ ctx, name: 'x' })"],
  ['src/web/shop/orders/order/order-page.tsx', "import type { Route } from './+types/order-page.ts'"],
  ['src/contract/base/gateways/cryptomus.ts', "export const cryptomus = { cards: ['payeer'] }"],
  ['src/server/integrations/gateways/cryptomus/a.ts', "const id = 'cryptomus'"],
  ['src/server/integrations/gateways/registry.ts', "import { cryptomus } from './cryptomus/cryptomus.ts'"],
  ['src/server/modules/payments/a.test.ts', "const id = 'cryptomus'"],
  [
    'src/server/modules/payments/admin/a.ts',
    "import { x } from '#server/modules/payments/deposits/deposit-queries.ts'",
  ],
  ['src/server/modules/users/a.ts', "import { x } from '#server/modules/ledger/credit.ts'"],
  [
    'src/server/modules/orders/orders-routes.ts',
    "import { x } from './orders-queries.ts'\nimport { mount } from '#server/lib/http/mount.ts'",
  ],
  [
    'src/server/modules/orders/admin/admin-routes.ts',
    "import { x } from '#server/modules/orders/reading/reading-queries.ts'",
  ],
  ['src/server/modules/orders/a.ts', "// never fetch() here, as process said\nimport { x } from './b.ts'"],
  ['src/contract/orders/orders.ts', "import * as z from 'zod/mini'"],
  ['src/server/integrations/panel.ts', "import { request } from 'undici'"],
] as const)('allows in %s: %s', ([path, text]) => {
  const others = lists.filter((one) => one.path !== path)
  expect(checkFences([...others, { path, text }]).filter((fault) => fault.startsWith(`${path}:`))).toEqual([])
})

import { expect, test } from 'vitest'

import { checkFences } from './check-fences.ts'

test.for([
  ['src/server/orders/place-order.ts', "import { x } from '../wallet/x.ts'", /use '#/],
  ['src/contract/orders.ts', "import { x } from '#server/app.ts'", /zod alone/],
  ['src/contract/orders.ts', "import pg from 'pg'", /zod alone/],
  ['src/web/orders/new-order-page.tsx', "import { x } from '#server/app.ts'", /contract alone/],
  ['src/server/app.ts', "import { x } from '#web/api.ts'", /does not import the web/],
  ['src/web/ui/button.tsx', "import { x } from '#web/orders/x.ts'", /knows no noun/],
  ['src/server/wallet/credit.ts', "import { x } from '#server/users/x.ts'", /wallet stands below users/],
  ['src/server/catalogue/list.ts', "import {\n  x,\n} from '#server/orders/x.ts'", /stands below orders/],
  [
    'src/server/orders/a.ts',
    "import { x } from '#server/wallet/wallet-queries.ts'",
    /private to src\/server\/wallet/,
  ],
  ['src/server/orders/a.ts', "import type { FastifyRequest } from 'fastify'", /nothing of HTTP/],
  ['src/server/orders/a.ts', "import { request } from 'undici'", /integrations/],
  ['src/server/orders/a.ts', "const answer = await fetch('http://x')", /integrations/],
  ['src/server/orders/a.ts', 'const port = process.env.PORT', /config\.ts only/],
  ['src/server/orders/utils.ts', '', /name a file/],
  ['src/web/helpers/x.ts', '', /name a file/],
  ['src/web/a.ts', 'x\n'.repeat(401), /401 lines/],
] as const)('refuses in %s: %s', ([path, text, fault]) => {
  expect(checkFences([{ path, text }]).join()).toMatch(fault)
})

test.for([
  ['src/server/app.ts', "import { x } from '#server/orders/orders-routes.ts'"],
  ['src/server/users/a.ts', "import { x } from '#server/wallet/credit.ts'"],
  [
    'src/server/orders/orders-routes.ts',
    "import { x } from './orders-queries.ts'\nimport { mount } from '#server/http/mount.ts'",
  ],
  ['src/server/orders/desk/desk-routes.ts', "import { x } from '#server/orders/reading/reading-queries.ts'"],
  ['src/server/orders/a.ts', "// never fetch() here, as process said\nimport { x } from './b.ts'"],
  ['src/contract/orders.ts', "import * as z from 'zod/mini'"],
  ['src/server/integrations/panel.ts', "import { request } from 'undici'"],
] as const)('allows in %s: %s', ([path, text]) => {
  expect(checkFences([{ path, text }])).toEqual([])
})

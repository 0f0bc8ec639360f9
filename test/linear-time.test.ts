import { expect, test } from 'vitest'

import { toLinkKey } from '#contract/orders/links.ts'
import { toOrderDraft } from '#contract/orders/order-rules.ts'
import { guessPlatform } from '#contract/catalogue/guess-platform.ts'
import { targetOfLink } from '#contract/orders/link-target.ts'
import { platformOfLink } from '#contract/catalogue/platform-of-link.ts'
import { toServiceType } from '#contract/catalogue/service-type-spellings.ts'
import { itemsOf } from '#contract/catalogue/service-types.ts'
import { networkOf } from '#server/modules/users/auth/networks.ts'
import { foldText, toSearchWords } from '#server/modules/catalogue/public/fold-text.ts'
import { pickEncoding } from '#server/lib/http/compression.ts'
import { toPlainLine, toPlainText } from '#server/modules/catalogue/imports/to-plain-text.ts'
import { checkUrl } from '#server/lib/http/outbound/allowed-addresses.ts'
import { isSignedWebhook } from '#server/integrations/gateways/cryptomus/sign.ts'
import { cutRows } from '#server/integrations/panels/cut-rows.ts'
import { classifyRefusal, judgeAddError } from '#server/integrations/panels/judge-error.ts'
import { toPanelUrl } from '#server/integrations/panels/panel-account.ts'
import { readAdd } from '#server/integrations/panels/read-add.ts'
import { readCancel } from '#server/integrations/panels/read-cancel.ts'
import { readError, scrubKey } from '#server/integrations/panels/read-error.ts'
import { readBody, readJson } from '#server/integrations/panels/read-json.ts'
import { readCurrency, readOrder, toOrderStatus } from '#server/integrations/panels/read-status.ts'
import {
  readCount,
  readDecimal,
  readFlag,
  readId,
  readText,
} from '#server/integrations/panels/read-values.ts'

import { superlinear } from './growth.ts'

/**
 * Functions that read texts of any length from users, providers and gateways. The contract's own fields are tested
 * below.
 */
const readers: Record<string, (text: string) => unknown> = {
  'itemsOf, lines': (text) => itemsOf('lines', text),
  'itemsOf, a list': (text) => itemsOf('list', text),
  toServiceType,
  guessPlatform,
  platformOfLink,
  targetOfLink,
  'targetOfLink, of a host': (text) => targetOfLink(`https://soundcloud.com/${text}`),
  toLinkKey,
  'toOrderDraft, the link': (text) =>
    refused(() => toOrderDraft({ ...service, type: 'Default' }, { link: text })),
  'toOrderDraft, the comments': (text) =>
    refused(() => toOrderDraft({ ...service, type: 'Custom Comments' }, { link: 'x', comments: text })),
  networkOf,
  pickEncoding,
  foldText,
  toSearchWords,
  toPlainText,
  toPlainLine: (text) => toPlainLine(text, 500),
  checkUrl,
  toPanelUrl,
  readText,
  readFlag,
  readId,
  readCount,
  readDecimal,
  readCurrency,
  toOrderStatus,
  readJson,
  readBody,
  'readBody, in noise': (text) => readBody(`Warning\n{"${text}\n{"a":1}${text}`),
  'readBody, of many values': (text) => readBody(text.replaceAll(/[a ]/g, '\n{"a"}')),
  readCancel,
  classifyRefusal,
  judgeAddError,
  'judgeAddError, in noise': (text) => judgeAddError('Incorrect link', text),
  readError,
  'readError, in an object': (text) => readError({ error: { message: text }, status: text }),
  scrubKey: (text) => scrubKey(text, 'aaaa'),
  readAdd: (text) => readAdd({ status: 200, body: JSON.stringify({ error: text, order: text }) }, 'key'),
  readOrder: (text) => readOrder({ status: text, charge: text, remains: text, start_count: text }, 'key'),
  cutRows: (text) => Array.from(cutRows(`[{"name":${JSON.stringify(text)}},${text}`)),
  isSignedWebhook: (text) =>
    isSignedWebhook(Buffer.from(JSON.stringify({ sign: '0'.repeat(32), order_id: text, '1': text })), 'key'),
  'isSignedWebhook, a figure': (text) =>
    isSignedWebhook(Buffer.from(`{"sign":"${'0'.repeat(32)}","a":${text}}`), 'key'),
}
const service = { platform: 'Other', min: 1, max: 10 }

test.each(Object.entries(readers))(
  '%s takes at most ten times as long for ten times as much',
  (_name, read) => {
    expect(superlinear(read, { length: 2_000 })).toEqual([])
  },
)

function refused(read: () => unknown): void {
  try {
    read()
  } catch {
    // Results are tested next to each function.
  }
}

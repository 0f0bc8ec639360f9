/** Limits that both sides use. "spec" marks numbers from the specification. */
export const limits = {
  passwordMin: 8, // spec §5
  passwordMax: 200,
  nameMax: 100,
  emailMax: 254,
  phoneMax: 40,
  /** Six digits or a recovery code, with separators. */
  twoFactorCodeMax: 40,
  recoveryCodes: 10,
  linkMax: 2000,
  commentsMax: 200_000,
  massLinesMax: 200,
  searchMax: 100,
  /** A path parameter; tokens of links are the longest. */
  paramMax: 200,
  pageSize: 50,
  pageSizeMax: 200,
  exportRowsMax: 100_000,
  /** Points of an order's delivery chart. */
  orderSamplesMax: 32,
  quantityMax: 2_147_483_647,
  quantityInputMax: 1_000_000, // spec §5, if a service has no maximum
  bodyBytes: 1_048_576,
  ticketSubjectMax: 150,
  ticketTextMax: 5_000,
  /** Per ticket; then a new one is needed. */
  ticketMessagesMax: 200,
  cannedTitleMax: 100,
  cannedRepliesMax: 200,
  announcementTitleMax: 120,
  announcementTextMax: 5_000,
  attachmentsMax: 3, // spec §9
  attachmentBytes: 2_097_152, // spec §9
  authBodyBytes: 8_192,
  /** 5,000 characters of four bytes, URL-encoded. */
  contactBodyBytes: 65_536,
  /** Webhooks have some 1.5 kB. They are read before their signature is checked, so the limit is low. */
  webhookBytes: 16_384,
  longWebhookBytes: 262_144, // of gateways whose events have all of a dispute's evidence
  idempotencyKeyMax: 255,
  idempotencyDays: 30,
  /** How long entries of gateways' own lists are stored, for comparing days. */
  listedPaymentsDays: 400,
  requestTimeoutSeconds: 60, // spec §9
  tokenHours: 24,
  tokenRefreshWithinSeconds: 3600, // spec §9
  refreshGraceSeconds: 60,
  signInDays: 30,
  sessionsPerUser: 20,
  /** How long a sign-in, or entering the password or a code again, counts as a fresh proof. */
  proofMinutes: 10,
  recheckSeconds: 10, // spec §9
  notificationsShown: 5, // spec §9
  notificationsPerPage: 20,
  recentOrders: 5, // spec §9
  transactionsPerPage: 10,
  depositsPerPage: 10,
  ordersPerPage: 10, // spec §9
  favouritesMax: 500,
  importServicesMax: 20_000,
  importBodyBytes: 33_554_432, // 20,000 complete rows, as sent by clients of the spec
  markupBasisPointsDefault: 3_000, // spec §9: 30 percent
  markupBasisPointsMax: 1_000_000,
} as const

/** Max. cost of a customer's /api/v2 calls per minute, in one process. */
export const RESELLER_POINTS_PER_MINUTE = 12_000
/** Some panels request `status` and `balance` for every open order on every run (reseller.md R9): 12,000 of these per minute. */
export const resellerCosts = {
  status: 1,
  refill_status: 1,
  balance: 1,
  orders: 4,
  add: 4,
  /** Per order that a provider is asked about; the call itself costs as much as `status`. */
  refill: 20,
  cancel: 20,
  /** The whole list; a 304 costs 1. */
  services: 20,
  services_unchanged: 1,
} as const
/** Each group of this many ids in a call costs one more point. */
export const RESELLER_IDS_PER_POINT = 20

/** Every bound that both sides hold to. Where the spec gives the number, it says so. */
export const limits = {
  passwordMin: 8, // spec §5
  passwordMax: 200,
  nameMax: 100,
  emailMax: 254,
  phoneMax: 40,
  /** Six digits or a recovery code, with what people put between them. */
  twoFactorCodeMax: 40,
  recoveryCodes: 10,
  linkMax: 2000,
  commentsMax: 200_000,
  massLinesMax: 200,
  searchMax: 100,
  /** What stands in a path: a link's token is the longest. */
  paramMax: 200,
  pageSize: 50,
  pageSizeMax: 200,
  exportRowsMax: 100_000,
  /** Of one order's delivery, by which it is drawn. */
  orderSamplesMax: 32,
  quantityMax: 2_147_483_647,
  quantityInputMax: 1_000_000, // spec §5, where a service gives no maximum
  bodyBytes: 1_048_576,
  ticketSubjectMax: 150,
  ticketTextMax: 5_000,
  /** In one ticket; after that a new one is opened. */
  ticketMessagesMax: 200,
  cannedTitleMax: 100,
  cannedRepliesMax: 200,
  announcementTitleMax: 120,
  announcementTextMax: 5_000,
  attachmentsMax: 3, // spec §9
  attachmentBytes: 2_097_152, // spec §9
  authBodyBytes: 8_192,
  /** A message of 5,000 letters of four bytes each, escaped as forms do it. */
  contactBodyBytes: 65_536,
  /** A gateway's have some 1.5 kB; anybody may send one, and it is read before it is known to be theirs. */
  webhookBytes: 16_384,
  idempotencyKeyMax: 255,
  idempotencyDays: 30,
  requestTimeoutSeconds: 60, // spec §9
  tokenHours: 24,
  tokenRefreshWithinSeconds: 3600, // spec §9
  refreshGraceSeconds: 60,
  signInDays: 30,
  sessionsPerUser: 20,
  /** How long a sign-in, or a password or code shown again, counts as a fresh proof of the session. */
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
  importBodyBytes: 33_554_432, // 20,000 whole rows, as clients of the spec send them
  markupBasisPointsDefault: 3_000, // spec §9: 30 percent
  markupBasisPointsMax: 1_000_000,
} as const

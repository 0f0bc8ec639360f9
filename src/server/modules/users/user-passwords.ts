/** What signing in needs of users; the hash goes no further than `#server/auth`. */
export {
  findPassword,
  giveFirstPassword,
  hasAdmin,
  replacePassword,
  type StoredPassword,
} from './password-queries.ts'

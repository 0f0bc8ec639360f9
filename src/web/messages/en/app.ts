import { defineText } from '#web/messages/text.ts'

/** What every part of the app says: the frame, errors, small words. */
export const appText = defineText('app', {
  tryAgain: 'Try Again',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  loading: 'Loading',
  copy: 'Copy',
  copyOf: 'Copy {what}',
  copied: 'Copied',
  copyFailed: 'This browser does not let pages copy. Here it is: {value}',
  needsScript: 'This form needs JavaScript. Switch it on in your browser and load the page again.',
  requestId: 'Request id',
  required: 'required',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  skipToContent: 'Skip to content',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  firstPage: 'First page',
  lastPage: 'Last page',
  pageOf: 'Page {page}',
  pages: 'Pages',
  notifications: 'Notifications',
  noMatches: 'Nothing matches',
  // Spec §8
  serverError: 'Server error',
  unableToConnect: 'Unable to connect to server. Please check your connection.',
  readAnew: 'This may have been done already. Please look again.',
  unexpectedError: 'Unexpected Application Error!',
  unexpectedErrorHint:
    'Something went wrong on this page. Reload it, and tell support what you did if it happens again.',
  chunkError: 'A part of this page could not be loaded',
  chunkErrorHint:
    'The site may have been updated since you opened it. Reload the page to get the current version.',
  reload: 'Reload page',
  back: 'Go back',
  offline: 'You are offline. This page stays as it is: try again when the connection is back.',
  verifyingLong: 'This takes unusually long.',
  verifying: 'Verifying…',
  checkFields: 'Please check the highlighted fields',
})

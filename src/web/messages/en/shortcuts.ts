import { texts } from '#web/messages/table.ts'

/** The help that ? opens. */
export const shortcuts = texts({
  title: 'Keyboard shortcuts',
  palette: 'Search or jump to anything',
  placeOrder: 'Place the order',
  newOrder: 'New order',
  nextRow: 'Next row of a list to choose from',
  previousRow: 'Previous row',
  chooseRow: 'Choose the row',
  help: 'This help',
  off: 'off',
  singleKeys: 'Shortcuts of one key',
  singleKeysHint:
    'Switch them off when you speak to your computer, or when keys are pressed by accident. The search leads back here.',
})

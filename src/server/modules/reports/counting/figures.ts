/** Columns of the figures by service and provider. */
export const orderFigures = ['orders', 'sold', 'refunded', 'cost'] as const

/** Columns of the figures by day and by customer: deposits have no service. */
export const allFigures = [...orderFigures, 'deposits', 'bonuses', 'corrections'] as const

import type { Dialect } from '#server/integrations/panels/dialects/dialect.ts'

/** A panel whose statuses, members and errors are in Polish. */
export const polish: Dialect = {
  orderWords: { wtrakcie: 'PROCESSING', zakończone: 'COMPLETED' },
  refillWords: { uzupełniono: 'completed' },
  cancelTaken: [/^anulowano$/],
  refusals: { funds: [/za mało środków/] },
  unknownId: [/nie ma takiego zamówienia/],
  certain: [/nieprawidłowy (link|adres)/],
  members: {
    orderId: ['zamowienie'],
    refillId: ['uzupelnienie'],
    services: ['uslugi'],
    service: ['usluga'],
    name: ['nazwa'],
    rate: ['cena'],
    description: ['opis'],
    entries: ['zamowienia'],
    status: ['stan'],
    remains: ['pozostalo'],
    charge: ['koszt'],
    error: ['blad'],
  },
}

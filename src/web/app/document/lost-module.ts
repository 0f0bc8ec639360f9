/**
 * What stands for a route's module that could not be fetched, as the text of a function of the error: a module that throws it
 * where the page would load or be drawn, so that the boundary around it says so in its frame (error-screen.tsx). Text, since
 * it stands where nothing can be imported: in a page's own script (start-later.ts) and in React Router (app/vite/keep-target.ts).
 */
export const lostModule =
  '(error) => { const lost = () => { throw error }; return { default: lost, clientLoader: lost } }'

export default function LandingPage() {
  return <h1 tabIndex={-1}>Landing</h1>
}

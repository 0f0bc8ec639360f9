export default function AddFundsPage() {
  return <h1 tabIndex={-1}>Add Funds</h1>
}

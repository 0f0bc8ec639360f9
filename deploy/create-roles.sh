#!/bin/sh
# Run by the PostgreSQL image on an empty volume: creates the database, its owner, who migrates, and the product's role
# (docs/operating/database-roles.md).
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v product="$PRODUCT_PASSWORD" -U "$POSTGRES_USER" -d postgres <<'SQL'
create role tally_owner login password :'owner';
create role tally_product login password :'product';
create database tally owner tally_owner encoding 'UTF8' template template0;
SQL

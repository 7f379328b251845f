"""The steps from each version of the database to the next, run by Alembic. CONTRIBUTING says how to add one."""

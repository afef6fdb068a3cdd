"""The rules, compiled: records, and one module for each chapter of docs/state-of-war.md."""

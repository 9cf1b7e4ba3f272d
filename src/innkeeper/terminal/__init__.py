"""Clients for the terminal."""
